/** An invariant does not hold. */
export interface Noticed {
  invariant: string;
  /** A scenario, or the random schedules: as the table has it. */
  place: string;
  /** In which play of it, for people. */
  where: string;
}

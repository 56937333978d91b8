/** A picture of a video: when it was taken, and the first place that shows it. Both count in pictures of the video. */
export interface Placed {
  at: number;
  place: number;
}

interface Next {
  /** When the picture was taken. */
  at: number;
  before: Readonly<Placed>;
  /** The last place that cannot change. */
  fixed: number;
}

/** If its nearest place is taken, a picture may show this much before or after its time. Counted in places. */
const mostEarly = 1;
const mostLate = 0.75;

/**
 * The places of a picture and of the one before it: those that are nearest to their times. If both have the same, one
 * takes a free place beside it. If no such place is free, the two stay equal, and the picture before is lost.
 */
export const placesOf = ({ at, before, fixed }: Next): { before: number; place: number } => {
  const { place } = before;
  const nearest = Math.round(at);
  if (nearest > place) return { before: place, place: nearest };
  if (place - 1 > fixed && before.at - (place - 1) <= mostEarly) return { before: place - 1, place };
  return { before: place, place: place + 1 - at <= mostLate ? place + 1 : place };
};

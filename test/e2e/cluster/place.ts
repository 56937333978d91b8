/** What a cluster on this machine has of it. */
export interface Place {
  /** For its files. */
  folder: string;
  /** The control group of its pods. */
  cgroup: string;
}

/** A moment, by both of a process's clocks. */
export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

export function moment(): Moment {
  return { wall: Date.now(), monotonic: performance.now() };
}

/**
 * Milliseconds since a moment: the larger figure of two clocks. The wall clock may be set back, and the monotonic one
 * stands still while a machine is suspended.
 */
export function elapsed({ wall, monotonic }: Moment): number {
  return Math.max(Date.now() - wall, performance.now() - monotonic, 0);
}

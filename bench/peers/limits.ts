/** What bounds the run: on two cores all of it stays below 20 minutes. */
export const repeats = 3;
/** Queries timed in a run; fewer, but not fewer than `fewestTimed`, where they take longer than `timingSeconds`. */
export const timedQueries = 100;
export const fewestTimed = 20;
export const timingSeconds = 4;
/** Of one system over one collection, once for its ranks and once for its times. */
export const timeLimitSeconds = 300;
/** Of one installation. */
export const installLimitSeconds = 180;

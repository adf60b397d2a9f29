/** How long a task of a worker that says nothing stays its own, unless another time is given. */
export const usualLeaseSeconds = 60;
/** After the first attempt. */
export const mostRetries = 5;
/** Doubled each time, with some chance in it. */
export const retryDelaySeconds = 2;
/** How long an idempotency key is known. */
export const idempotencyHours = 24;

/** Which files every store streams instead of reading them whole. */

/** Larger files, in bytes, are streamed: a slow reader then keeps a chunk in memory, not the whole file. */
export const STREAMING_THRESHOLD_BYTES = 128 * 1024;

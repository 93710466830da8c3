/** Which files are read whole and which in pieces, alike in every store. */

/** Above so many bytes a file is streamed: who reads slowly holds a piece of it, not all. */
export const STREAMED = 128 * 1024;

import type { Config } from '../config/config.ts';

/** The size of the largest file of any kind that may be uploaded for messages, in bytes. */
export const largestFile = ({ imageBytes, videoBytes, audioBytes, fileBytes }: Config) =>
  Math.max(imageBytes, videoBytes, audioBytes, fileBytes);

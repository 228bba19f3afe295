/** Limits of the server. */
export interface ClientLimits {
  /** Maximum length of a message text, in Unicode code points. */
  text_chars: number;
  /** Maximum width and height of a picture, in pixels. Undefined if the server does not say it, like the following ones. */
  image_side?: number;
  /** Maximum number of pixels of a picture. A larger one is sent as a file. */
  image_pixels?: number;
  /** The same for AVIF. */
  avif_pixels?: number;
}

/** Nothing tells where the recording names places, people or devices. */
export class DamagedRecording extends Error {
  override readonly name = 'DamagedRecording';
}

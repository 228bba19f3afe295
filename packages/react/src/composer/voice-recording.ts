import { loudest } from '../message/waveform.tsx';

/** A recorded voice message. */
export interface VoiceMessage {
  file: File;
  metadata: { duration_ms: number; waveform: number[] };
}

export const MAX_RECORDING_MS = 600_000;
const SAMPLE_MS = 100;
/** As many as a message may have. */
const WAVEFORM_PARTS = 100;

/** Old browsers have no recorder, and pages without HTTPS no microphone. */
export const canRecord = () => typeof MediaRecorder === 'function' && navigator.mediaDevices !== undefined;

/** A recording that is being made. It ends by itself when it has its full length. */
export class VoiceRecording {
  readonly #recorder: MediaRecorder;
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  readonly #parts: Blob[] = [];
  readonly #ended: Promise<void>;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #startedAt = performance.now();
  /** The loudness of each moment, 0 to 1. */
  readonly #levels: number[] = [];
  #durationMs = 0;

  private constructor(stream: MediaStream) {
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    this.#recorder = new MediaRecorder(stream);
    this.#recorder.ondataavailable = ({ data }) => this.#parts.push(data);
    this.#ended = new Promise((resolve) => {
      this.#recorder.onstop = () => {
        this.#release();
        resolve();
      };
    });
    this.#recorder.start();
    this.#timer = setInterval(() => this.#sample(), SAMPLE_MS);
  }

  /** Asks for the microphone. Rejects if the user or the browser refuses. */
  static async start(): Promise<VoiceRecording> {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    try {
      return new VoiceRecording(stream);
    } catch (error) {
      for (const track of stream.getTracks()) track.stop();
      throw error;
    }
  }

  /** In milliseconds, up to now. */
  get duration(): number {
    return this.#durationMs;
  }

  /** The latest moments, 0 to 100. */
  latest(count: number): number[] {
    return this.#levels.slice(-count).map((level) => Math.min(100, Math.round(level * 300)));
  }

  async end(): Promise<VoiceMessage> {
    this.cancel();
    await this.#ended;
    // (The recorder of Firefox has no type once it has ended.)
    const [type = ''] = this.#parts[0]?.type.split(';') ?? [];
    const extension = type.split('/')[1] ?? 'audio';
    const peak = Math.max(...this.#levels, Number.MIN_VALUE);
    return {
      file: new File(this.#parts, `voice-message.${extension}`, { type }),
      metadata: {
        duration_ms: Math.round(this.#durationMs),
        waveform: loudest(this.#levels, WAVEFORM_PARTS).map((level) => Math.round((100 * level) / peak)),
      },
    };
  }

  /** Ends the recording and gives the microphone back. */
  cancel(): void {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
  }

  #sample(): void {
    this.#durationMs = Math.min(performance.now() - this.#startedAt, MAX_RECORDING_MS);
    const wave = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(wave);
    const power = wave.reduce((sum, one) => sum + one * one, 0) / wave.length;
    this.#levels.push(Math.sqrt(power));
    if (this.#durationMs === MAX_RECORDING_MS) this.cancel();
  }

  #release(): void {
    clearInterval(this.#timer);
    for (const track of this.#recorder.stream.getTracks()) track.stop();
    void this.#context.close();
  }
}

import type { SentAudioMetadata } from '@palaver/client';
import { type RefObject, useRef, useState } from 'react';
import { durationOf } from '../text/format.ts';
import { useLanguage, useTexts } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { SaveAs } from '../ui/save-as.tsx';
import { useBroken } from '../ui/use-broken.ts';
import { File, type MediaProps } from './media.tsx';
import { pauseOthers } from './pause-others.ts';
import { Waveform } from './waveform.tsx';

/** A voice message or other audio; if the browser cannot play it, a file. */
export function Audio(props: MediaProps<SentAudioMetadata>) {
  const { metadata, addresses } = props;
  const { isBroken, onError } = useBroken(addresses.url);
  if (isBroken) return <File {...props} metadata={{ mime_type: '', ...metadata, type: 'file' }} />;
  return <Player {...props} onError={onError} />;
}

/** A click on the waveform, or the arrow keys, choose the position. */
function Player({
  metadata,
  addresses: { url, download },
  ring,
  onError,
}: MediaProps<SentAudioMetadata> & { onError: () => void }) {
  const texts = useTexts();
  const { name = texts.kinds.audio, duration_ms = 0, waveform } = metadata;
  const player = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  /** In seconds. */
  const [position, setPosition] = useState(0);
  const [found, setFound] = useState(0);
  const duration = duration_ms > 0 ? duration_ms / 1_000 : found;
  const report = useReport();
  /** Undefined until it is played. */
  const [speed, setSpeed] = useState<number>();

  const toggle = () => {
    const { current: audio } = player;
    if (audio === null) return;
    if (audio.paused) report(audio.play().catch(unlessPaused));
    else audio.pause();
  };
  const seek = (seconds: number) => {
    setPosition(seconds);
    if (player.current !== null) player.current.currentTime = seconds;
  };
  return (
    <div className="pv-audio">
      {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions for a voice message */}
      <audio
        ref={player}
        src={url}
        preload={duration_ms > 0 ? 'none' : 'metadata'}
        onPlay={({ currentTarget }) => {
          setSpeed(speed ?? 1);
          // (Loading resets it.)
          currentTarget.playbackRate = speed ?? 1;
          pauseOthers(currentTarget);
          setIsPlaying(true);
        }}
        onPause={() => setIsPlaying(false)}
        onError={onError}
        onEnded={() => setPosition(0)}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration: one } }) => setFound(Number.isFinite(one) ? one : 0)}
      />
      {ring ?? (
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? texts.pause(name) : texts.play(name)}
          onClick={toggle}
        />
      )}
      <Track {...{ name, waveform, position, duration }} onSeek={seek} />
      <small>{durationOf(isPlaying || position > 0 ? position : duration)}</small>
      {speed === undefined ? null : <SpeedButton player={player} speed={speed} onSpeed={setSpeed} />}
      <SaveAs name={name} url={download} />
    </div>
  );
}

interface TrackProps {
  name: string;
  waveform: number[] | undefined;
  /** In seconds. */
  position: number;
  duration: number;
  onSeek: (seconds: number) => void;
}

function Track({ name, waveform, position, duration, onSeek }: TrackProps) {
  const texts = useTexts();
  return (
    <label className="pv-track">
      <Waveform levels={waveform} played={duration === 0 ? 0 : position / duration} />
      <input
        type="range"
        aria-label={texts.positionIn(name)}
        aria-valuetext={texts.timeOf(durationOf(position), durationOf(duration))}
        min={0}
        max={duration}
        step={0.1}
        value={Math.min(position, duration)}
        onChange={({ target }) => onSeek(target.valueAsNumber)}
      />
    </label>
  );
}

const SPEEDS = [1, 1.5, 2];

interface SpeedButtonProps {
  player: RefObject<HTMLAudioElement | null>;
  speed: number;
  onSpeed: (speed: number) => void;
}

/** How fast it plays; a press plays it faster, and after that in its own speed again. */
function SpeedButton({ player, speed, onSpeed }: SpeedButtonProps) {
  const { texts, number } = useLanguage();
  const change = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    onSpeed(next);
    if (player.current !== null) player.current.playbackRate = next;
  };
  return (
    <button type="button" className="pv-speed" aria-label={texts.speed(number(speed))} onClick={change}>
      {number(speed)}×
    </button>
  );
}

/** A pause while the player is still loading is no failure. A recording that cannot be played is shown as a file. */
function unlessPaused(error: unknown): void {
  const isExpected =
    error instanceof DOMException && ['AbortError', 'NotSupportedError'].includes(error.name);
  if (!isExpected) throw error;
}

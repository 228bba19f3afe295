import type { SentAudioMetadata } from '@palaver/client';
import { useRef, useState } from 'react';
import { useTexts } from '../texts/language.ts';
import { durationOf } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { useReport } from '../ui/notices.tsx';
import { SaveAs } from '../ui/save-as.tsx';
import type { MediaProps } from './media.tsx';
import { Waveform } from './waveform.tsx';

/** A voice message or other audio: a click on the waveform, or the arrow keys, choose the position. */
export function Audio({ metadata, addresses: { url, download }, ring }: MediaProps<SentAudioMetadata>) {
  const texts = useTexts();
  const { name = texts.kinds.audio, duration_ms = 0, waveform } = metadata;
  const player = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  /** In seconds. */
  const [position, setPosition] = useState(0);
  const [found, setFound] = useState(0);
  const duration = duration_ms > 0 ? duration_ms / 1_000 : found;
  const report = useReport();

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
        onPlay={() => setIsPlaying(true)}
        onPause={() => setIsPlaying(false)}
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
          onChange={({ target }) => seek(target.valueAsNumber)}
        />
      </label>
      <small>{durationOf(isPlaying || position > 0 ? position : duration)}</small>
      <SaveAs name={name} url={download} />
    </div>
  );
}

/** A pause while the player is still loading is no failure. */
function unlessPaused(error: unknown): void {
  if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
}

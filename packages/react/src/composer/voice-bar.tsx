import { useEffect, useState } from 'react';
import { Waveform } from '../message/waveform.tsx';
import { durationOf } from '../text/format.ts';
import { useTexts } from '../texts/language.ts';
import { Icon, IconButton } from '../ui/icon.tsx';
import { MAX_RECORDING_MS, VoiceRecording } from './voice-recording.ts';

const LOOK_MS = 100;
const SHOWN_MOMENTS = 48;

interface VoiceBarProps {
  recording: VoiceRecording | Promise<VoiceRecording>;
  onCancel: () => void;
  onSend: () => void;
}

/** In place of the field while a voice message is recorded: its length, how loud it is, and what to do with it. */
export function VoiceBar({ recording, onCancel, onSend }: VoiceBarProps) {
  const texts = useTexts();
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((looks) => looks + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const isStarted = recording instanceof VoiceRecording;
  const latest = isStarted ? recording.latest(SHOWN_MOMENTS) : [];
  const levels = [...Array.from({ length: SHOWN_MOMENTS - latest.length }, () => 0), ...latest];
  const duration = isStarted ? recording.duration : 0;
  return (
    <fieldset className="pv-composer-line pv-voice" aria-label={texts.kinds.voice}>
      <IconButton icon="trash" label={texts.discardRecording} onClick={onCancel} />
      {isStarted ? (
        <>
          <span className="pv-recording" data-full={duration === MAX_RECORDING_MS} />
          <span role="timer">{durationOf(duration / 1_000)}</span>
          <Waveform levels={levels} played={1} />
        </>
      ) : (
        <span>{texts.allowMicrophone}</span>
      )}
      <button
        // (Another one once the recording has begun: a disabled button cannot get the focus.)
        key={String(isStarted)}
        type="button"
        className="pv-icon-button pv-send"
        aria-label={texts.sendRecording}
        title={texts.send}
        disabled={!isStarted}
        // The button that had the focus is no longer shown.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        onClick={onSend}
      >
        <Icon name="send" />
      </button>
    </fieldset>
  );
}

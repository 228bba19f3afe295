import { useEffect, useRef, useState } from 'react';
import type { Texts } from '../texts/en.ts';
import { useTexts } from '../texts/language.ts';
import { type VoiceMessage, VoiceRecording } from './voice-recording.ts';

/** A promise while the browser asks the user for the microphone; null: nothing is recorded. */
type State = VoiceRecording | Promise<VoiceRecording> | null;

/** The recording of a voice message. It ends when the user leaves the thread. */
export function useVoice(onMessage: (message: VoiceMessage) => void) {
  const texts = useTexts();
  const [recording, setRecording] = useState<State>(null);
  // (Ahead of `recording`: the user may press a button before the next render.)
  const current = useRef<State>(null);
  const set = (now: State) => {
    current.current = now;
    setRecording(now);
  };
  useEffect(
    () => () => {
      if (current.current instanceof VoiceRecording) current.current.cancel();
      current.current = null;
    },
    [],
  );
  const start = async () => {
    const starting = VoiceRecording.start();
    set(starting);
    try {
      const started = await starting;
      // Meanwhile the user may have changed their mind.
      if (current.current === starting) set(started);
      else started.cancel();
    } catch (error) {
      if (current.current !== starting) return;
      set(null);
      throw new Error(reasonOf(error, texts), { cause: error });
    }
  };
  const cancel = () => {
    if (current.current instanceof VoiceRecording) current.current.cancel();
    set(null);
  };
  const send = async () => {
    const ended = current.current;
    if (!(ended instanceof VoiceRecording)) return;
    set(null);
    onMessage(await ended.end());
  };
  return { recording, start, cancel, send };
}

function reasonOf(error: unknown, texts: Texts): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return texts.microphoneRefused;
  if (name === 'NotFoundError') return texts.noMicrophone;
  return texts.microphoneFails;
}

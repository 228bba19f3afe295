import { useEffect, useRef, useState } from 'react';
import type { Texts } from '../texts/en.ts';
import { useTexts } from '../texts/language.ts';
import { type VoiceMessage, VoiceRecording } from './voice-recording.ts';

type State = 'none' | 'starting' | VoiceRecording;

/** The recording of a voice message. It ends when the user leaves the thread. */
export function useVoice(onMessage: (message: VoiceMessage) => void) {
  const texts = useTexts();
  const [recording, setRecording] = useState<State>('none');
  const current = useRef<State>('none');
  const set = (now: State) => {
    current.current = now;
    setRecording(now);
  };
  useEffect(
    () => () => {
      if (current.current instanceof VoiceRecording) current.current.cancel();
      current.current = 'none';
    },
    [],
  );
  const start = async () => {
    set('starting');
    try {
      const started = await VoiceRecording.start();
      // Meanwhile the user has changed their mind.
      if (current.current === 'starting') set(started);
      else started.cancel();
    } catch (error) {
      set('none');
      throw new Error(reasonOf(error, texts), { cause: error });
    }
  };
  const cancel = () => {
    if (recording instanceof VoiceRecording) recording.cancel();
    set('none');
  };
  const send = async () => {
    if (!(recording instanceof VoiceRecording)) return;
    set('none');
    onMessage(await recording.end());
  };
  return { recording, start, cancel, send };
}

function reasonOf(error: unknown, texts: Texts): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return texts.microphoneRefused;
  if (name === 'NotFoundError') return texts.noMicrophone;
  return texts.microphoneFails;
}

import { useEffect } from 'react';
import type { BackEnd } from './back-end.ts';
import type { Person } from './people.ts';

/** Lets the bot of the demo answer what this person writes to it, as a back end would do after a webhook. */
export function useBotAnswers(person: Person | undefined, backEnd: BackEnd, isOn: boolean): void {
  useEffect(() => {
    if (person === undefined || !isOn) return;
    const { threads, me } = person.chat;
    const asked = new Map<string, number>();
    const look = () => {
      for (const { id, peer, last_message } of threads.getSnapshot()) {
        if (peer?.type !== 'bot' || last_message === null) continue;
        const { seq, sender } = last_message;
        if (sender.ext_user_id !== me.getSnapshot()?.ext_user_id || (asked.get(id) ?? 0) >= seq) continue;
        asked.set(id, seq);
        // Without an answer, the next message is another try.
        backEnd.answerAsBot(id).catch(() => {});
      }
    };
    look();
    return threads.subscribe(look);
  }, [person, backEnd, isOn]);
}

import { useCallback, useEffect, useMemo, useState } from 'react';
import { AddStickers } from '../chat/composer/sticker-picker.tsx';
import { Boundary } from '../chat/ui/boundary.tsx';
import { Icon } from '../chat/ui/icon.tsx';
import { Traffic } from '../network/traffic.ts';
import { TrafficDrawer } from '../network/traffic-drawer.tsx';
import { attachmentsOf } from './attachments.ts';
import { BackEnd } from './back-end.ts';
import { PEOPLE, type Person, signIn } from './people.ts';
import { Seat } from './seat.tsx';

/** Two people side by side, and below what goes over the wire. */
export function Playground() {
  const traffic = useMemo(() => new Traffic(), []);
  const backEnd = useMemo(() => new BackEnd(traffic), [traffic]);
  const attachments = useMemo(() => attachmentsOf(backEnd), [backEnd]);
  const left = usePerson('left', 'ann', backEnd, traffic);
  const right = usePerson('right', 'ben', backEnd, traffic);
  const [shown, setShown] = useState<'left' | 'right'>('left');
  const [hasDrawer, setHasDrawer] = useState(() => innerWidth > 700);
  useFirstChat(left.person, right.person, backEnd);
  const uploadStickers = useCallback(() => backEnd.uploadStickers(), [backEnd]);

  return (
    <AddStickers value={uploadStickers}>
      <div className="playground" data-shown={shown}>
        <header className="top">
          <h1>Palaver playground</h1>
          <fieldset className="tabs" aria-label="Who is shown">
            <button type="button" aria-pressed={shown === 'left'} onClick={() => setShown('left')}>
              {left.userId}
            </button>
            <button type="button" aria-pressed={shown === 'right'} onClick={() => setShown('right')}>
              {right.userId}
            </button>
          </fieldset>
          <a href="/docs" target="_blank" rel="noopener">
            API
          </a>
          <button
            type="button"
            className="button"
            aria-expanded={hasDrawer}
            onClick={() => setHasDrawer(!hasDrawer)}
          >
            <Icon name="traffic" /> Traffic
          </button>
        </header>
        <datalist id="people">
          {PEOPLE.map(({ user_id }) => (
            <option key={user_id} value={user_id} />
          ))}
        </datalist>
        <main className="seats">
          {[left, right].map(({ person, place, setUserId }) =>
            person === undefined ? null : (
              <div key={place} className="place" data-place={place}>
                <Boundary key={person.user_id}>
                  <Seat person={person} attachments={attachments} onSwitch={setUserId} />
                </Boundary>
              </div>
            ),
          )}
        </main>
        {hasDrawer ? (
          <TrafficDrawer traffic={traffic} people={[left.userId, right.userId, 'Back end']} />
        ) : null}
      </div>
    </AddStickers>
  );
}

/** Who sits in a place: remembered by the tab. */
function usePerson(place: string, first: string, backEnd: BackEnd, traffic: Traffic) {
  const key = `palaver playground ${place}`;
  const [userId, setUserId] = useState(() => sessionStorage.getItem(key) ?? first);
  const [person, setPerson] = useState<Person>();
  useEffect(() => {
    sessionStorage.setItem(key, userId);
    const signedIn = signIn(userId, backEnd, traffic);
    setPerson(signedIn);
    return () => signedIn.chat.close();
  }, [key, userId, backEnd, traffic]);
  return { place, userId, setUserId, person };
}

/** All whom one can choose are there; who comes for the first time finds a chat of the two, so that all that is left to do is to write. */
function useFirstChat(left: Person | undefined, right: Person | undefined, backEnd: BackEnd): void {
  useEffect(() => {
    if (left === undefined || right === undefined || left.user_id === right.user_id) return;
    const begin = async () => {
      await Promise.all([left.chat.ready(), right.chat.ready()]);
      await Promise.all(PEOPLE.map(({ user_id, display_name }) => backEnd.signIn(user_id, display_name)));
      if (left.chat.threads.getSnapshot().length > 0 || right.chat.threads.getSnapshot().length > 0) return;
      const thread = await left.chat.openDirect(right.user_id);
      thread.close();
    };
    // Without it there is still "New chat".
    begin().catch(() => {});
  }, [left, right, backEnd]);
}

import { Boundary, Icon } from '@palaver/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Traffic } from '../network/traffic.ts';
import { TrafficDrawer } from '../network/traffic-drawer.tsx';
import { currentToken, onNewToken } from './access.ts';
import { attachmentsOf } from './attachments.ts';
import { BackEnd } from './back-end.ts';
import { PEOPLE, type Person, type Sitter, signIn } from './people.ts';
import { Seat } from './seat.tsx';

/** The playground, for the holder of the address that the server printed. */
export function Playground() {
  const [isLocked, setIsLocked] = useState(() => currentToken() === '');
  const lock = useCallback(() => setIsLocked(true), []);
  useEffect(() => onNewToken(() => setIsLocked(currentToken() === '')), []);
  return isLocked ? <Locked /> : <SideBySide onLocked={lock} />;
}

function Locked() {
  return (
    <main className="locked">
      <h1>Palaver playground</h1>
      <p>
        This page needs the address that Palaver prints when it starts, in the line <code>chat</code>. It is a
        new one at each start, and ends in <code>#token=…</code>.
      </p>
      <p>
        The address also stands in the file <code>playground-address</code> of the data folder:
      </p>
      <pre>cat data/playground-address</pre>
    </main>
  );
}

/** Two people side by side, with their traffic below. */
function SideBySide({ onLocked }: { onLocked: () => void }) {
  const traffic = useMemo(() => new Traffic(), []);
  const backEnd = useMemo(() => new BackEnd(traffic, onLocked), [traffic, onLocked]);
  const attachments = useMemo(() => attachmentsOf(backEnd), [backEnd]);
  const left = usePerson('left', 'ann', backEnd, traffic);
  const right = usePerson('right', 'ben', backEnd, traffic);
  const [shown, setShown] = useState<'left' | 'right'>('left');
  const [hasDrawer, setHasDrawer] = useState(() => innerWidth > 700);
  const sharedId = useSharedChat(left.person, right.person, backEnd);
  const setUpWebPush = useCallback(() => backEnd.setUpWebPush(), [backEnd]);
  const uploadStickers = useCallback(() => backEnd.uploadStickers(), [backEnd]);

  return (
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
        <a href="../docs" target="_blank" rel="noopener">
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
        {[left, right].map(({ person, place, setSitter }) =>
          person === undefined ? null : (
            <div key={place} className="place" data-place={place}>
              <Boundary key={person.user_id}>
                <Seat
                  person={person}
                  attachments={attachments}
                  firstId={sharedId}
                  uploadStickers={uploadStickers}
                  setUpWebPush={setUpWebPush}
                  onSwitch={setSitter}
                />
              </Boundary>
            </div>
          ),
        )}
      </main>
      {hasDrawer ? (
        <TrafficDrawer traffic={traffic} people={[left.userId, right.userId, 'Back end']} />
      ) : null}
    </div>
  );
}

/** The user in a seat, remembered per tab. */
function usePerson(place: string, first: string, backEnd: BackEnd, traffic: Traffic) {
  const key = `palaver playground ${place}`;
  const [sitter, setSitter] = useState<Sitter>(() => ({
    userId: sessionStorage.getItem(key) ?? first,
    asGuest: false,
  }));
  const [person, setPerson] = useState<Person>();
  useEffect(() => {
    sessionStorage.setItem(key, sitter.userId);
    const signedIn = signIn(sitter, backEnd, traffic);
    setPerson(signedIn);
    return () => signedIn.chat.close();
  }, [key, sitter, backEnd, traffic]);
  return { place, userId: sitter.userId, setSitter, person };
}

const isOfPlayground = (person: Person) => PEOPLE.some(({ user_id }) => user_id === person.user_id);

/**
 * The id of the chat that both see first, so that they only need to write: their latest common chat. The predefined users get
 * a direct thread if they have none. null: not known yet; undefined: none. Also creates all predefined users.
 */
function useSharedChat(
  left: Person | undefined,
  right: Person | undefined,
  backEnd: BackEnd,
): string | null | undefined {
  const [shared, setShared] = useState<{ left: Person; right: Person; id: string | undefined }>();
  useEffect(() => {
    if (left === undefined || right === undefined || left.user_id === right.user_id) return;
    const find = async () => {
      await Promise.all([left.chat.ready(), right.chat.ready()]);
      await Promise.all(PEOPLE.map(({ user_id, display_name }) => backEnd.signIn(user_id, display_name)));
      const others = new Set(right.chat.threads.getSnapshot().map(({ id }) => id));
      const latest = left.chat.threads.getSnapshot().find(({ id }) => others.has(id));
      if (latest !== undefined || !isOfPlayground(left) || !isOfPlayground(right)) return latest?.id;
      const thread = await left.chat.openDirect(right.user_id);
      // Their seats have opened it by then. If it were closed earlier, the SDK would fetch it again.
      void thread.loaded().then(() => thread.close());
      return thread.id;
    };
    const show = (id: string | undefined) => setShared({ left, right, id });
    // Without a shared chat, users can still start one with "New chat".
    find().then(show, () => show(undefined));
  }, [left, right, backEnd]);
  if (left?.user_id === right?.user_id) return left === undefined ? null : undefined;
  return shared?.left === left && shared?.right === right ? shared?.id : null;
}

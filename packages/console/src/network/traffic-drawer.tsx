import { Icon, IconButton, useReadable } from '@palaver/react';
import { useEffect, useRef, useState } from 'react';
import type { Exchange, Traffic } from './traffic.ts';

/** The calls and frames that each click causes, with `curl` commands to repeat them. */
export function TrafficDrawer({ traffic, people }: { traffic: Traffic; people: readonly string[] }) {
  const exchanges = useReadable(traffic);
  const [whose, setWhose] = useState('');
  const [chosenId, setChosenId] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  // The person may have left the seat.
  const filter = people.includes(whose) ? whose : '';
  const shown = exchanges.filter(({ who }) => filter === '' || who === filter);
  const chosen = shown.find(({ id }) => id === chosenId);

  const lastId = shown.at(-1)?.id;
  // The list follows new traffic until the user selects an entry.
  useEffect(() => {
    if (lastId !== undefined && chosen === undefined)
      list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lastId, chosen]);

  return (
    <section className="drawer" aria-label="Traffic">
      <header>
        <h2>What goes over the wire</h2>
        <label>
          Of{' '}
          <select value={filter} onChange={({ target }) => setWhose(target.value)}>
            <option value="">everybody</option>
            {[...new Set(people)].map((who) => (
              <option key={who}>{who}</option>
            ))}
          </select>
        </label>
        <IconButton icon="trash" label="Clear" onClick={() => traffic.clear()} />
      </header>
      {shown.length === 0 ? (
        <p className="empty">Nothing yet. Click on something above.</p>
      ) : (
        <div className="drawer-body">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
          <ol ref={list} className="exchanges" tabIndex={0} aria-label="Calls and frames">
            {shown.map((exchange) => (
              <li key={exchange.id}>
                <button
                  type="button"
                  aria-pressed={exchange.id === chosenId}
                  onClick={() => setChosenId(exchange.id === chosenId ? undefined : exchange.id)}
                >
                  <Direction exchange={exchange} />
                  <span className="who">{exchange.who}</span>
                  <code>{exchange.title}</code>
                  <small>{exchange.status}</small>
                </button>
              </li>
            ))}
          </ol>
          {chosen === undefined ? (
            <p className="empty">Choose one to see all of it, and the command that does the same.</p>
          ) : (
            <ExchangeDetails key={chosen.id} exchange={chosen} />
          )}
        </div>
      )}
    </section>
  );
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const DIRECTIONS = {
  call: ['⇄', 'Call'],
  'frame out': ['↑', 'Frame to the server'],
  'frame in': ['↓', 'Frame from the server'],
} as const;

function Direction({ exchange: { kind } }: { exchange: Exchange }) {
  const [sign, label] = DIRECTIONS[kind];
  return (
    <span role="img" aria-label={label} title={label} data-kind={kind}>
      {sign}
    </span>
  );
}

function ExchangeDetails({
  exchange: { at, kind, title, sent, status, answer, curl },
}: {
  exchange: Exchange;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(curl ?? JSON.stringify(sent));
    setIsCopied(true);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
    <section className="exchange" tabIndex={0} aria-label={title}>
      <header>
        <b>{title}</b> <small>{TIME.format(at)}</small>
        <button type="button" className="button" onClick={() => void copy()}>
          <Icon name="copy" /> {isCopied ? 'Copied' : curl === undefined ? 'Copy' : 'Copy curl'}
        </button>
      </header>
      {curl === undefined ? null : <pre className="curl">{masked(curl)}</pre>}
      {curl !== undefined && kind === 'frame out' ? (
        <p>The same by REST; over the socket it is this frame:</p>
      ) : null}
      {sent === undefined ? null : <pre>{JSON.stringify(sent, masking, 2)}</pre>}
      {status === undefined ? null : <p>Answer: {status}</p>}
      {answer === undefined ? null : <pre>{JSON.stringify(answer, masking, 2)}</pre>}
    </section>
  );
}

/** Tokens are long, and not for people who look over one's shoulder. Copying still includes them in full. */
function masked(curl: string): string {
  return curl.replace(/(Bearer [\w-]{8})[\w.-]+/, '$1…');
}

function masking(field: string, value: unknown): unknown {
  return field === 'token' && typeof value === 'string' ? `${value.slice(0, 8)}…` : value;
}

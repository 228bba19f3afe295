import { useCallback, useEffect, useState } from 'react';
import { currentToken, onNewToken } from './access.ts';
import type { Application } from './back-end.ts';
import { SideBySide } from './side-by-side.tsx';
import { useDemo } from './use-demo.ts';

/** The playground, for the holder of the address that the server printed. */
export function Playground() {
  const [isLocked, setIsLocked] = useState(() => currentToken() === '');
  const lock = useCallback(() => setIsLocked(true), []);
  useEffect(() => onNewToken(() => setIsLocked(currentToken() === '')), []);
  return isLocked ? <Locked /> : <Applications onLocked={lock} />;
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

const CHOICE = 'palaver playground application';

/** The demo, if there is one, or the application for real use. The choice is remembered per tab. */
function Applications({ onLocked }: { onLocked: () => void }) {
  const demo = useDemo(onLocked);
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(CHOICE));
  const choose = (application: Application) => {
    sessionStorage.setItem(CHOICE, application);
    setChosen(application);
  };
  const application: Application = chosen === 'own' || demo.state === 'none' ? 'own' : 'demo';
  if (application === 'demo' && demo.state !== 'ready') return <Waiting isMaking={demo.state === 'making'} />;
  return (
    <SideBySide
      key={application}
      application={application}
      demo={demo}
      onChoose={choose}
      onLocked={onLocked}
    />
  );
}

function Waiting({ isMaking }: { isMaking: boolean }) {
  return (
    <main className="locked">
      <h1>Palaver</h1>
      <p role="status">{isMaking ? 'The demo is being made: six people arrive in a moment …' : ''}</p>
    </main>
  );
}

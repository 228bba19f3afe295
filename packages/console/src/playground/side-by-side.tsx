import { Boundary, Icon } from '@palaver/react';
import { useCallback, useMemo, useState } from 'react';
import { Traffic } from '../network/traffic.ts';
import { TrafficDrawer } from '../network/traffic-drawer.tsx';
import { attachmentsOf } from './attachments.ts';
import { type Application, BackEnd } from './back-end.ts';
import { type Desk, PEOPLE } from './people.ts';
import { PlaygroundIcon } from './playground-icon.tsx';
import { Seat } from './seat.tsx';
import { type Drawer, TopBar } from './top-bar.tsx';
import { useBotAnswers } from './use-bot-answers.ts';
import type { Demo } from './use-demo.ts';
import { usePerson } from './use-person.ts';
import { useSharedChat } from './use-shared-chat.ts';

interface SideBySideProps {
  application: Application;
  demo: Demo;
  onChoose: (application: Application) => void;
  onLocked: () => void;
}

/**
 * One person, and in drawers a second one and their traffic. The demo begins with the first alone; in an application that is empty at first,
 * there is nothing to see of one person.
 */
export function SideBySide({ application, demo, onChoose, onLocked }: SideBySideProps) {
  const isDemo = application === 'demo';
  const desk = useDesk(application, demo, onLocked);
  const [hasSecond, setHasSecond] = useState(!isDemo);
  const [hasTraffic, setHasTraffic] = useState(() => !isDemo && innerWidth > 700);
  const [shown, setShown] = useState<'left' | 'right'>('left');
  const [one = 'ann', other = 'ben'] = desk.people.map(({ user_id }) => user_id);
  const name = isDemo ? 'palaver demo' : 'palaver playground';
  const left = usePerson('left', { userId: one, key: `${name} left`, isKept: isDemo }, desk);
  const right = usePerson('right', { userId: other, key: `${name} right`, isKept: false }, desk, hasSecond);
  const sharedId = useSharedChat(left.person, right.person, desk, !isDemo);
  useBotAnswers(left.person, desk.backEnd, isDemo);
  useBotAnswers(right.person, desk.backEnd, isDemo);
  const places = hasSecond ? [left, right] : [left];

  const toggleSecond = () => {
    setHasSecond(!hasSecond);
    setShown(hasSecond ? 'left' : 'right');
  };
  const toggleTraffic = () => setHasTraffic(!hasTraffic);
  const drawers: Drawer[] = [
    { icon: <Icon name="smile" />, label: 'Second person', isOpen: hasSecond, onToggle: toggleSecond },
    {
      icon: <PlaygroundIcon name="traffic" />,
      label: 'What goes over the wire',
      isOpen: hasTraffic,
      onToggle: toggleTraffic,
    },
  ];
  return (
    <div className="playground" data-application={application} data-shown={shown}>
      <TopBar
        {...{ application, onChoose, places, shown, drawers }}
        hasDemo={demo.state !== 'none'}
        onShow={setShown}
      />
      <datalist id="people">
        {desk.people.map(({ user_id }) => (
          <option key={user_id} value={user_id} />
        ))}
      </datalist>
      <main className="seats">
        {places.map(({ person, place, setSitter }) =>
          person === undefined ? null : (
            <div key={place} className="place" data-place={place}>
              <Boundary key={person.user_id}>
                <Seat
                  {...{ person, desk, isDemo }}
                  firstId={isDemo && place === 'left' ? FIRST_OF_DEMO : sharedId}
                  onSwitch={setSitter}
                />
              </Boundary>
            </div>
          ),
        )}
      </main>
      {hasTraffic ? (
        <TrafficDrawer traffic={desk.traffic} people={[...places.map(({ userId }) => userId), 'Back end']} />
      ) : null}
    </div>
  );
}

/** The latest chat; on phones, the list. (`ChatApp` shows both from this width on.) */
const FIRST_OF_DEMO = innerWidth < 540 ? null : undefined;

function useDesk(application: Application, { people }: Demo, onLocked: () => void) {
  const traffic = useMemo(() => new Traffic(), []);
  const backEnd = useMemo(
    () => new BackEnd(application, traffic, onLocked),
    [application, traffic, onLocked],
  );
  const attachments = useMemo(() => attachmentsOf(backEnd), [backEnd]);
  const setUpWebPush = useCallback(() => backEnd.setUpWebPush(), [backEnd]);
  const uploadStickers = useCallback(() => backEnd.uploadStickers(), [backEnd]);
  return useMemo<Desk>(
    () => ({
      ...{ backEnd, traffic, attachments, setUpWebPush, uploadStickers },
      people: application === 'demo' ? people : PEOPLE,
    }),
    [application, people, backEnd, traffic, attachments, setUpWebPush, uploadStickers],
  );
}

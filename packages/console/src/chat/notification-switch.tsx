import type { BrowserNotifications } from '@palaver/client/web-push';
import { useState } from 'react';
import { IconButton } from './ui/icon.tsx';
import { sentenceOf } from './ui/notices.tsx';
import { useReadable } from './use-readable.ts';

interface NotificationSwitchProps {
  push: BrowserNotifications;
  /** The user's name. */
  name: string;
  /** Runs before the browser is subscribed. */
  prepare: () => Promise<void>;
}

/** Switches the notifications of this browser on and off, and says what came of it. */
export function NotificationSwitch({ push, name, prepare }: NotificationSwitchProps) {
  const current = useReadable(push.state);
  const [notice, setNotice] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isOn = current.state === 'on';
  const error = current.state === 'on' ? current.error : undefined;

  const enable = async () => {
    setNotice('Subscribing this browser…');
    await prepare();
    await push.enable();
    setNotice(
      `This browser now shows the notifications of ${name}, and of nobody else. Hide this page, and have somebody write to ${name}.`,
    );
  };
  const disable = async () => {
    setNotice('');
    await push.disable();
  };
  const toggle = async () => {
    if (isBusy) return;
    setIsBusy(true);
    await (isOn ? disable() : enable()).catch((reason: unknown) => setNotice(sentenceOf(reason)));
    setIsBusy(false);
  };
  const shown = notice === '' && error !== undefined ? sentenceOf(error) : notice;
  return (
    <>
      <IconButton icon="bell" label="Notifications" isPressed={isOn} onClick={() => void toggle()} />
      <div className="switch-notice" role="status">
        {shown === '' ? null : (
          <p>
            {shown}
            <IconButton icon="close" label="Close" onClick={() => setNotice('')} />
          </p>
        )}
      </div>
    </>
  );
}

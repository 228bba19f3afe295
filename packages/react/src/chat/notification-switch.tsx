import type { BrowserNotifications } from '@palaver/client/web-push';
import { useState } from 'react';
import { useReadable } from '../hooks/use-readable.ts';
import { useLanguage } from '../texts/language.ts';
import { IconButton } from '../ui/icon.tsx';

export interface NotificationSwitchProps {
  push: BrowserNotifications;
  /** The user's name. */
  name: string;
  /** Runs before the browser is subscribed. */
  prepare?: () => Promise<void>;
}

/** Switches the notifications of this browser on and off, and says what came of it. */
export function NotificationSwitch({ push, name, prepare }: NotificationSwitchProps) {
  const { texts, sentenceOf } = useLanguage();
  const current = useReadable(push.state);
  const [notice, setNotice] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isOn = current.state === 'on';
  const error = current.state === 'on' ? current.error : undefined;

  const enable = async () => {
    setNotice(texts.subscribing);
    await prepare?.();
    await push.enable();
    setNotice(texts.subscribed(name));
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
      <IconButton icon="bell" label={texts.notifications} isPressed={isOn} onClick={() => void toggle()} />
      <div className="pv-switch-notice" role="status">
        {shown === '' ? null : (
          <p>
            {shown}
            <IconButton icon="close" label={texts.close} onClick={() => setNotice('')} />
          </p>
        )}
      </div>
    </>
  );
}

import { PutDevice } from '@palaver/protocol/devices';
import { PutEmail } from '@palaver/protocol/emails';
import { PutNotificationChoices, PutThreadNotifications } from '@palaver/protocol/notification-choices';
import { PutProvider, TestProvider } from '@palaver/protocol/notification-providers';
import { DEFAULT_SETTINGS, PutSettings } from '@palaver/protocol/notifications';
import type { Examples, Names } from './example-names.ts';

/** (The keys are those of the examples in RFC 8291 and RFC 8292.) */
export const deviceExamples = (): Examples => [
  [
    PutDevice,
    {
      'A browser': {
        provider: 'web_push',
        subscription: {
          endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
          expirationTime: Date.UTC(2100, 0),
          application_server_key:
            'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
        },
        language: 'en-GB',
        time_zone: 'Europe/London',
      },
      'An Android phone': {
        provider: 'fcm',
        token: 'c2aK9KHmw8E:APA91bF7MY9bNnvGAXgbHN58lyDxc9KnuXNXwsqUs4uV4',
      },
      'An iPhone': {
        provider: 'apns',
        token: '740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad',
      },
    },
  ],
  [PutEmail, { 'An address': { address: 'ann@example.com', language: 'en-GB' } }],
  [
    PutNotificationChoices,
    {
      'Not at night': {
        enabled: true,
        quiet_hours: { start: '22:00', end: '07:00', time_zone: 'Europe/London' },
      },
      'Not at all': { enabled: false },
      'No e-mail': { enabled: true, email: false },
    },
  ],
  [
    PutThreadNotifications,
    { 'Only mentions': { level: 'mentions' }, Mute: { level: 'default', muted_until: Date.UTC(2100, 0) } },
  ],
];

export const notificationExamples = ({ keys, owner, device }: Names): Examples => [
  [
    PutProvider,
    {
      'Web Push, with a new key pair': { subject: 'mailto:push@example.com' },
      Firebase: {
        service_account: {
          project_id: 'example-shop',
          client_email: 'palaver@example-shop.iam.gserviceaccount.com',
          private_key: keys.firebase,
        },
      },
      Apple: {
        private_key: keys.apple,
        key_id: 'ABC123DEFG',
        team_id: 'DEF123GHIJ',
        topic: 'com.example.shop',
        environment: 'production',
      },
      'Web Push, with your own key pair': { ...keys.vapid },
    },
  ],
  [
    TestProvider,
    { 'To one device': { user_id: owner.user_id, device_id: device, title: 'Test', body: 'Does it ring?' } },
  ],
  [
    PutSettings,
    {
      'Templates in two languages': {
        templates: {
          en: { text: { body: '{sender}: {text}' }, promotion: { title: 'Our offer', body: '{title}' } },
          vi: { default: { title: '{sender}', body: '{text}' }, mention: { title: '{sender} nhắc đến bạn' } },
        },
      },
      'No text of messages': { preview: 'sender', data_only: false, linked_threads: 'all' },
      'E-mail after half an hour': {
        email: {
          enabled: true,
          unread_minutes: 30,
          link: 'https://app.example.com/chat/{thread_id}',
          templates: { en: { subject: '{name}, you have {count} unread messages', footer: 'Example Ltd' } },
        },
      },
      'The defaults': { ...DEFAULT_SETTINGS },
    },
  ],
];

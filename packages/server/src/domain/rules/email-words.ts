import type { EmailPart, EmailPlaceholder, EmailTemplates } from '@palaver/protocol/emails';
import { languagesOf, own } from './notification-words.ts';

/** What e-mails about unread messages say, and the page that ends them. */
export interface EmailWords extends Record<EmailPart, string> {
  /** Before a number. */
  earlierMessages: string;
  moreThreads: string;
  unsubscribe: string;
  /** On the page. */
  question: string;
  unsubscribed: string;
  unknownLink: string;
}

/** (A number stands at the end, so that no word depends on it.) */
const ENGLISH: EmailWords = {
  subject: 'Unread messages ({count})',
  intro: 'You have messages that you have not read yet.',
  open: 'Open the chat',
  footer: '',
  earlierMessages: 'Earlier messages',
  moreThreads: 'More chats with unread messages',
  unsubscribe: 'Unsubscribe',
  question: 'Do you want to unsubscribe from e-mails about unread messages?',
  unsubscribed: 'You are unsubscribed. You get no more e-mails about unread messages.',
  unknownLink: 'This link is no longer valid. Please use the one in the latest e-mail.',
};

const PORTUGUESE: EmailWords = {
  subject: 'Mensagens não lidas ({count})',
  intro: 'Você tem mensagens que ainda não leu.',
  open: 'Abrir a conversa',
  footer: '',
  earlierMessages: 'Mensagens anteriores',
  moreThreads: 'Outras conversas com mensagens não lidas',
  unsubscribe: 'Cancelar inscrição',
  question: 'Deseja deixar de receber e-mails sobre mensagens não lidas?',
  unsubscribed: 'Inscrição cancelada. Você não receberá mais e-mails sobre mensagens não lidas.',
  unknownLink: 'Este link não é mais válido. Use o link do e-mail mais recente.',
};

const WORDS: ReadonlyMap<string, EmailWords> = new Map([
  ['en', ENGLISH],
  [
    'de',
    {
      subject: 'Ungelesene Nachrichten ({count})',
      intro: 'Sie haben Nachrichten, die Sie noch nicht gelesen haben.',
      open: 'Chat öffnen',
      footer: '',
      earlierMessages: 'Frühere Nachrichten',
      moreThreads: 'Weitere Chats mit ungelesenen Nachrichten',
      unsubscribe: 'Abbestellen',
      question: 'Möchten Sie E-Mails über ungelesene Nachrichten abbestellen?',
      unsubscribed: 'Abbestellt. Sie erhalten keine E-Mails über ungelesene Nachrichten mehr.',
      unknownLink: 'Dieser Link ist nicht mehr gültig. Bitte verwenden Sie den in der neuesten E-Mail.',
    },
  ],
  [
    'es',
    {
      subject: 'Mensajes sin leer ({count})',
      intro: 'Tienes mensajes que aún no has leído.',
      open: 'Abrir el chat',
      footer: '',
      earlierMessages: 'Mensajes anteriores',
      moreThreads: 'Más chats con mensajes sin leer',
      unsubscribe: 'Cancelar suscripción',
      question: '¿Quieres dejar de recibir correos sobre mensajes sin leer?',
      unsubscribed: 'Suscripción cancelada. No recibirás más correos sobre mensajes sin leer.',
      unknownLink: 'Este enlace ya no es válido. Usa el del correo más reciente.',
    },
  ],
  [
    'fr',
    {
      subject: 'Messages non lus ({count})',
      intro: 'Vous avez des messages que vous n’avez pas encore lus.',
      open: 'Ouvrir la discussion',
      footer: '',
      earlierMessages: 'Messages précédents',
      moreThreads: 'Autres discussions avec des messages non lus',
      unsubscribe: 'Se désabonner',
      question: 'Souhaitez-vous ne plus recevoir d’e-mails sur les messages non lus ?',
      unsubscribed: 'Vous êtes désabonné. Vous ne recevrez plus d’e-mails sur les messages non lus.',
      unknownLink: 'Ce lien n’est plus valable. Utilisez celui de l’e-mail le plus récent.',
    },
  ],
  [
    'ja',
    {
      subject: '未読メッセージ（{count}）',
      intro: 'まだ読んでいないメッセージがあります。',
      open: 'チャットを開く',
      footer: '',
      earlierMessages: '以前のメッセージ',
      moreThreads: '未読メッセージのある他のチャット',
      unsubscribe: '配信停止',
      question: '未読メッセージのお知らせメールの配信を停止しますか？',
      unsubscribed: '配信を停止しました。未読メッセージのお知らせメールは今後届きません。',
      unknownLink: 'このリンクは無効になりました。最新のメールのリンクをご利用ください。',
    },
  ],
  ['pt', PORTUGUESE],
  [
    'pt-PT',
    {
      ...PORTUGUESE,
      subject: 'Mensagens por ler ({count})',
      intro: 'Tem mensagens que ainda não leu.',
      moreThreads: 'Outras conversas com mensagens por ler',
      unsubscribe: 'Cancelar subscrição',
      question: 'Quer deixar de receber e-mails sobre mensagens por ler?',
      unsubscribed: 'Subscrição cancelada. Não receberá mais e-mails sobre mensagens por ler.',
      unknownLink: 'Esta ligação já não é válida. Use a do e-mail mais recente.',
    },
  ],
  [
    'vi',
    {
      subject: 'Tin nhắn chưa đọc ({count})',
      intro: 'Bạn có tin nhắn chưa đọc.',
      open: 'Mở cuộc trò chuyện',
      footer: '',
      earlierMessages: 'Tin nhắn trước đó',
      moreThreads: 'Các cuộc trò chuyện khác có tin nhắn chưa đọc',
      unsubscribe: 'Hủy đăng ký',
      question: 'Bạn có muốn ngừng nhận e-mail về tin nhắn chưa đọc không?',
      unsubscribed: 'Đã hủy đăng ký. Bạn sẽ không nhận e-mail về tin nhắn chưa đọc nữa.',
      unknownLink: 'Liên kết này không còn hiệu lực. Vui lòng dùng liên kết trong e-mail mới nhất.',
    },
  ],
]);

/** The words in this language, or in one that it may be replaced by. The result names the language that they are in. */
export function emailWordsIn(language: string): EmailWords & { language: string } {
  const known = languagesOf(language).find((one) => WORDS.has(one)) ?? 'en';
  return { ...(WORDS.get(known) ?? ENGLISH), language: known };
}

/**
 * The same with the parts of the templates that fit best. Values are not searched for placeholders again: a user may be called
 * `{count}`.
 */
export function emailWordsOf(
  language: string,
  templates: EmailTemplates,
  values: Record<EmailPlaceholder, string>,
): EmailWords & { language: string } {
  const words = emailWordsIn(language);
  const part = (name: EmailPart) => {
    const own = [...languagesOf(language), 'default']
      .map((one) => fromTemplate(templates, one, name))
      .find((text) => text !== undefined);
    return (own ?? words[name]).replaceAll(
      /\{(name|count|threads)\}/g,
      (_, placeholder: string) => values[placeholder as EmailPlaceholder],
    );
  };
  return {
    ...words,
    ...{ subject: part('subject'), intro: part('intro'), open: part('open'), footer: part('footer') },
  };
}

/** Undefined if there is none, or only white space. */
function fromTemplate(templates: EmailTemplates, language: string, name: EmailPart): string | undefined {
  const text = own(own(templates, language), name);
  return typeof text === 'string' && text.trim() !== '' ? text : undefined;
}

import { languageTag } from '@palaver/protocol/formats';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@palaver/protocol/languages';

/** All that the server says to users, in one language. A number stands at the end of its text, so that no word depends on it. */
export interface UserTexts {
  // For what has no text, or whose text is not shown
  photo: string;
  video: string;
  sticker: string;
  file: string;
  audio: string;
  location: string;
  message: string;
  newMessage: string;
  // E-mails about unread messages
  subject: string;
  intro: string;
  /** The link to a chat. */
  open: string;
  /** Before a number. */
  earlierMessages: string;
  /** Before a number. */
  moreThreads: string;
  unsubscribe: string;
  // The page behind the link to unsubscribe
  question: string;
  unsubscribed: string;
  unknownLink: string;
}

const TEXTS: Readonly<Record<Language, UserTexts>> = {
  ar: {
    photo: 'صورة',
    video: 'فيديو',
    sticker: 'ملصق',
    file: 'ملف',
    audio: 'صوت',
    location: 'موقع',
    message: 'رسالة',
    newMessage: 'رسالة جديدة',
    subject: 'رسائل غير مقروءة ({count})',
    intro: 'لديك رسائل لم تقرأها بعد.',
    open: 'فتح المحادثة',
    earlierMessages: 'رسائل سابقة',
    moreThreads: 'محادثات أخرى فيها رسائل غير مقروءة',
    unsubscribe: 'إلغاء الاشتراك',
    question: 'هل تريد إلغاء الاشتراك في الرسائل الإلكترونية عن الرسائل غير المقروءة؟',
    unsubscribed: 'أُلغي اشتراكك. لن تصلك بعد الآن رسائل إلكترونية عن الرسائل غير المقروءة.',
    unknownLink: 'لم يعد هذا الرابط صالحًا. استخدم الرابط الموجود في أحدث رسالة إلكترونية.',
  },
  de: {
    photo: 'Foto',
    video: 'Video',
    sticker: 'Sticker',
    file: 'Datei',
    audio: 'Audio',
    location: 'Standort',
    message: 'Nachricht',
    newMessage: 'Neue Nachricht',
    subject: 'Ungelesene Nachrichten ({count})',
    intro: 'Sie haben Nachrichten, die Sie noch nicht gelesen haben.',
    open: 'Chat öffnen',
    earlierMessages: 'Frühere Nachrichten',
    moreThreads: 'Weitere Chats mit ungelesenen Nachrichten',
    unsubscribe: 'Abbestellen',
    question: 'Möchten Sie E-Mails über ungelesene Nachrichten abbestellen?',
    unsubscribed: 'Abbestellt. Sie erhalten keine E-Mails über ungelesene Nachrichten mehr.',
    unknownLink: 'Dieser Link ist nicht mehr gültig. Bitte verwenden Sie den in der neuesten E-Mail.',
  },
  en: {
    photo: 'Photo',
    video: 'Video',
    sticker: 'Sticker',
    file: 'File',
    audio: 'Audio',
    location: 'Location',
    message: 'Message',
    newMessage: 'New message',
    subject: 'Unread messages ({count})',
    intro: 'You have messages that you have not read yet.',
    open: 'Open the chat',
    earlierMessages: 'Earlier messages',
    moreThreads: 'More chats with unread messages',
    unsubscribe: 'Unsubscribe',
    question: 'Do you want to unsubscribe from e-mails about unread messages?',
    unsubscribed: 'You are unsubscribed. You get no more e-mails about unread messages.',
    unknownLink: 'This link is no longer valid. Please use the one in the latest e-mail.',
  },
  es: {
    photo: 'Foto',
    video: 'Vídeo',
    sticker: 'Sticker',
    file: 'Archivo',
    audio: 'Audio',
    location: 'Ubicación',
    message: 'Mensaje',
    newMessage: 'Nuevo mensaje',
    subject: 'Mensajes sin leer ({count})',
    intro: 'Tienes mensajes que aún no has leído.',
    open: 'Abrir el chat',
    earlierMessages: 'Mensajes anteriores',
    moreThreads: 'Más chats con mensajes sin leer',
    unsubscribe: 'Cancelar suscripción',
    question: '¿Quieres dejar de recibir correos sobre mensajes sin leer?',
    unsubscribed: 'Suscripción cancelada. No recibirás más correos sobre mensajes sin leer.',
    unknownLink: 'Este enlace ya no es válido. Usa el del correo más reciente.',
  },
  fr: {
    photo: 'Photo',
    video: 'Vidéo',
    sticker: 'Sticker',
    file: 'Fichier',
    audio: 'Audio',
    location: 'Position',
    message: 'Message',
    newMessage: 'Nouveau message',
    subject: 'Messages non lus ({count})',
    intro: 'Vous avez des messages que vous n’avez pas encore lus.',
    open: 'Ouvrir la discussion',
    earlierMessages: 'Messages précédents',
    moreThreads: 'Autres discussions avec des messages non lus',
    unsubscribe: 'Se désabonner',
    question: 'Souhaitez-vous ne plus recevoir d’e-mails sur les messages non lus ?',
    unsubscribed: 'Vous êtes désabonné. Vous ne recevrez plus d’e-mails sur les messages non lus.',
    unknownLink: 'Ce lien n’est plus valable. Utilisez celui de l’e-mail le plus récent.',
  },
  ja: {
    photo: '写真',
    video: '動画',
    sticker: 'スタンプ',
    file: 'ファイル',
    audio: '音声',
    location: '位置情報',
    message: 'メッセージ',
    newMessage: '新しいメッセージ',
    subject: '未読メッセージ（{count}）',
    intro: 'まだ読んでいないメッセージがあります。',
    open: 'チャットを開く',
    earlierMessages: '以前のメッセージ',
    moreThreads: '未読メッセージのある他のチャット',
    unsubscribe: '配信停止',
    question: '未読メッセージのお知らせメールの配信を停止しますか？',
    unsubscribed: '配信を停止しました。未読メッセージのお知らせメールは今後届きません。',
    unknownLink: 'このリンクは無効になりました。最新のメールのリンクをご利用ください。',
  },
  pt: {
    photo: 'Foto',
    video: 'Vídeo',
    sticker: 'Figurinha',
    file: 'Arquivo',
    audio: 'Áudio',
    location: 'Localização',
    message: 'Mensagem',
    newMessage: 'Nova mensagem',
    subject: 'Mensagens não lidas ({count})',
    intro: 'Você tem mensagens que ainda não leu.',
    open: 'Abrir a conversa',
    earlierMessages: 'Mensagens anteriores',
    moreThreads: 'Outras conversas com mensagens não lidas',
    unsubscribe: 'Cancelar inscrição',
    question: 'Deseja deixar de receber e-mails sobre mensagens não lidas?',
    unsubscribed: 'Inscrição cancelada. Você não receberá mais e-mails sobre mensagens não lidas.',
    unknownLink: 'Este link não é mais válido. Use o link do e-mail mais recente.',
  },
  tr: {
    photo: 'Fotoğraf',
    video: 'Video',
    sticker: 'Çıkartma',
    file: 'Dosya',
    audio: 'Ses',
    location: 'Konum',
    message: 'Mesaj',
    newMessage: 'Yeni mesaj',
    subject: 'Okunmamış mesajlar ({count})',
    intro: 'Henüz okumadığınız mesajlar var.',
    open: 'Sohbeti aç',
    earlierMessages: 'Önceki mesajlar',
    moreThreads: 'Okunmamış mesajı olan diğer sohbetler',
    unsubscribe: 'Abonelikten çık',
    question: 'Okunmamış mesajlarla ilgili e-postaları almayı bırakmak istiyor musunuz?',
    unsubscribed: 'Abonelikten çıktınız. Okunmamış mesajlarla ilgili e-postaları artık almayacaksınız.',
    unknownLink: 'Bu bağlantı artık geçerli değil. Lütfen en son e-postadaki bağlantıyı kullanın.',
  },
  vi: {
    photo: 'Ảnh',
    video: 'Video',
    sticker: 'Nhãn dán',
    file: 'Tệp',
    audio: 'Âm thanh',
    location: 'Vị trí',
    message: 'Tin nhắn',
    newMessage: 'Tin nhắn mới',
    subject: 'Tin nhắn chưa đọc ({count})',
    intro: 'Bạn có tin nhắn chưa đọc.',
    open: 'Mở cuộc trò chuyện',
    earlierMessages: 'Tin nhắn trước đó',
    moreThreads: 'Các cuộc trò chuyện khác có tin nhắn chưa đọc',
    unsubscribe: 'Hủy đăng ký',
    question: 'Bạn có muốn ngừng nhận e-mail về tin nhắn chưa đọc không?',
    unsubscribed: 'Đã hủy đăng ký. Bạn sẽ không nhận e-mail về tin nhắn chưa đọc nữa.',
    unknownLink: 'Liên kết này không còn hiệu lực. Vui lòng dùng liên kết trong e-mail mới nhất.',
  },
};

/** Where the words of a country differ. */
const VARIANTS: Readonly<Record<string, UserTexts>> = {
  'pt-PT': {
    ...TEXTS.pt,
    photo: 'Foto',
    video: 'Vídeo',
    sticker: 'Autocolante',
    file: 'Ficheiro',
    audio: 'Áudio',
    location: 'Localização',
    message: 'Mensagem',
    newMessage: 'Nova mensagem',
    subject: 'Mensagens por ler ({count})',
    intro: 'Tem mensagens que ainda não leu.',
    moreThreads: 'Outras conversas com mensagens por ler',
    unsubscribe: 'Cancelar subscrição',
    question: 'Quer deixar de receber e-mails sobre mensagens por ler?',
    unsubscribed: 'Subscrição cancelada. Não receberá mais e-mails sobre mensagens por ler.',
    unknownLink: 'Esta ligação já não é válida. Use a do e-mail mais recente.',
  },
};

/** The texts, and the language that they are in. */
export interface SpokenTexts extends UserTexts {
  language: string;
  direction: 'ltr' | 'rtl';
}

/** The texts in this language (BCP 47), or in one that it may be replaced by. */
export function textsIn(language: string): SpokenTexts {
  const wanted = languagesOf(language);
  const variant = wanted.find((one) => Object.hasOwn(VARIANTS, one));
  const known = wanted.find(isKnown) ?? DEFAULT_LANGUAGE;
  const texts = (variant === undefined ? undefined : VARIANTS[variant]) ?? TEXTS[known];
  return { ...texts, language: variant ?? known, direction: LANGUAGES[known] };
}

const isKnown = (language: string): language is Language => Object.hasOwn(LANGUAGES, language);

/** A language and those that it may be replaced by: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function languagesOf(language: string): string[] {
  const subtags = (languageTag(language) ?? '').split('-');
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

import type {
  ChangeEntry,
  ClientMember,
  ClientMessage,
  MemberReadPosition,
  UploadedFile,
} from '../../api.ts';
import { type Page, path } from '../../http/call.ts';
import type { Rest } from '../connection/rest.ts';
import { uploadFile } from '../files/file-upload.ts';
import type { UploadOptions, UploadSession } from '../files/upload-options.ts';

const MESSAGES_PAGE = 50;
const CHANGES_PAGE = 100;
const MEMBERS_PAGE = 100;
const MAX_PINNED = 100;

/** Requests about one thread. */
export class ThreadRest {
  readonly #rest: Rest;
  readonly #path: string;

  constructor(rest: Rest, threadId: string) {
    this.#rest = rest;
    this.#path = path`/threads/${threadId}`;
  }

  get<T>(subpath: string): Promise<T> {
    return this.#rest.get(`${this.#path}${subpath}`);
  }

  /** A page of messages: those before or after a number, or the latest. */
  messages(from: { before_seq?: number; after_seq?: number } = {}): Promise<Page<ClientMessage>> {
    return this.#rest.page(`${this.#path}/messages`, { ...from, limit: MESSAGES_PAGE });
  }

  message(seq: number): Promise<ClientMessage> {
    return this.#rest.get(`${this.#path}${path`/messages/${seq}`}`);
  }

  /** The last 100 changes before a number. */
  changes(before_seq: number): Promise<Page<ChangeEntry>> {
    return this.#rest.page(`${this.#path}/changes`, { before_seq, limit: CHANGES_PAGE });
  }

  /** The latest 100 pinned messages. */
  pinnedMessages(): Promise<ClientMessage[]> {
    return this.#rest.first<ClientMessage>(
      `${this.#path}/messages`,
      { pinned: true, limit: MAX_PINNED },
      ([earliest]) => ({ before_seq: earliest?.seq }),
    );
  }

  async allMembers(): Promise<ClientMember[]> {
    const members: ClientMember[] = [];
    for (;;) {
      const page = await this.members(members.at(-1)?.ext_user_id);
      members.push(...page);
      if (page.length < MEMBERS_PAGE) return members;
    }
  }

  /** The first 100 members, or the 100 after an `ext_user_id`. */
  members(last_member_id = '0'): Promise<ClientMember[]> {
    return this.#rest.get(`${this.#path}/members`, { limit: MEMBERS_PAGE, last_member_id });
  }

  /** The read positions of the first 100 members. */
  readPositions(): Promise<MemberReadPosition[]> {
    return this.#rest.get(`${this.#path}/read`, { limit: MEMBERS_PAGE });
  }

  /** `subpath`: of the thread; empty, or with a slash at its beginning. */
  write<T>(method: 'PUT' | 'PATCH' | 'DELETE', subpath: string, body?: object): Promise<T> {
    return this.#rest.write(method, `${this.#path}${subpath}`, body);
  }

  moderate(extUserId: string, action: string, until?: number): Promise<ClientMember> {
    return this.post(path`/members/${extUserId}/${action}`, until === undefined ? {} : { until });
  }

  post<T>(subpath: string, body: object): Promise<T> {
    return this.#rest.post(`${this.#path}${subpath}`, body);
  }

  upload(file: Blob, options: UploadOptions, session?: UploadSession): Promise<UploadedFile> {
    return uploadFile(this.#rest, `${this.#path}/files`, file, options, session);
  }
}

import { randomUUID } from 'node:crypto';
import { nkeys } from '@nats-io/transport-node';

type Key = ReturnType<typeof nkeys.createUser>;

/** The configuration of a NATS server with decentralized authentication, and the credentials of its only user. */
export function createNatsAccount(): { configuration: string; credentials: string } {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  const accountToken = token(operator, account, {
    type: 'account',
    limits: { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, conn: -1, leaf: -1 },
  });
  const userToken = token(account, user, { type: 'user', subs: -1, data: -1, payload: -1 });
  return {
    configuration: [
      `operator: ${token(operator, operator, { type: 'operator' })}`,
      'resolver: MEMORY',
      `resolver_preload: { ${account.getPublicKey()}: ${accountToken} }`,
    ].join('\n'),
    credentials: [
      '-----BEGIN NATS USER JWT-----',
      userToken,
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      Buffer.from(user.getSeed()).toString(),
      '------END USER NKEY SEED------',
      '',
    ].join('\n'),
  };
}

/** A JSON Web Token about `subject`, in the form that NATS servers read. */
function token(issuer: Key, subject: Key, claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = {
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1_000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
    nats: { ...claims, version: 2 },
  };
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(content)}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}

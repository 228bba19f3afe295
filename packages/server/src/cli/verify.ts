import { type Difference, type Verification, verify } from '../domain/operations/verify/verify.ts';
import { print, printJson } from './print.ts';
import { readDatabase } from './with-database.ts';

/** `palaver verify`: prints what was checked and what does not add up. The exit code is 1 if anything does not. */
export async function verifyCommand(options: { json?: boolean }): Promise<void> {
  const result = await readDatabase('verify', verify);
  if (options.json) {
    if (result.differences.length > 0) process.exitCode = 1;
    return printJson(result);
  }
  printDifferences(result);
}

/** For people. Sets the exit code to 1 if something does not add up. */
export function printDifferences({ threads, messages, entries, differences }: Verification): void {
  if (differences.length > 0) process.exitCode = 1;
  print(`Looked at: threads ${threads}, messages ${messages}, log entries ${entries}.\n`);
  print(differences.length === 0 ? 'Everything adds up.\n' : differences.map(toText).join(''));
}

function toText({ rule, count, examples }: Difference): string {
  const lines = [`\n${rule}: ${count}`, ...examples.map((example) => `  ${JSON.stringify(example)}`)];
  if (count > examples.length) lines.push(`  … and ${count - examples.length} more`);
  return `${lines.join('\n')}\n`;
}

/*
 * `npm run record-contract`: writes the contract of the sources to the file with which the gate compares all later ones. It belongs to a
 * release: the change of the file shows what the release adds. `--check` fails if the file is not the contract of the sources.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currentContract } from './contract.ts';
import { textOf } from './openapi-document.ts';

const FILE = fileURLToPath(new URL('../test/compatibility/released-contract.json', import.meta.url));

const text = `${textOf(await currentContract())}\n`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) process.exitCode = 1;

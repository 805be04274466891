#!/usr/bin/env node
import { run } from './commands/program.ts';

process.exitCode = await run(process.argv);

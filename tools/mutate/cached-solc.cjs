#!/usr/bin/env node
// Compiler of the project copies of `npm run mutate`. Forge requests the ABI of all sources before each
// filtered run, and a copy's sources do not change during a run, so each answer is compiled once and stored
// in `answers`.
const { createHash } = require('node:crypto')
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync, writeSync } = require('node:fs')
const { join } = require('node:path')

const emit = (bytes) => {
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent)
}
const args = process.argv.slice(2)
const input = args.includes('--version') ? Buffer.from('version') : readFileSync(0)
const answers = join(__dirname, '..', '..', 'answers')
const { version } = require('solc/package.json')
const file = join(answers, `${createHash('sha256').update(version).update(input).digest('hex')}.json`)
if (existsSync(file)) emit(readFileSync(file))
else {
  const { spawnSync } = require('node:child_process')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'solc.cjs'), ...args], {
    input,
    maxBuffer: 1 << 30,
  })
  if (status !== 0) {
    process.stderr.write(stderr)
    process.exit(status ?? 1)
  }
  mkdirSync(answers, { recursive: true })
  writeFileSync(`${file}.${process.pid}`, stdout)
  renameSync(`${file}.${process.pid}`, file)
  emit(stdout)
}

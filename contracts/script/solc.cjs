#!/usr/bin/env node
// The compiler Foundry runs: npm's solc (WebAssembly) behind the two calls Forge makes, so that nothing is
// downloaded. Forge names files outside its root absolutely, but the imports inside them resolve to names
// relative to the base path: the sources get relative names on input (this also keeps the machine's paths out
// of the output), and back on output.
const { readFileSync, writeSync } = require('node:fs')
const { isAbsolute, relative } = require('node:path')
const solc = require('solc')

const emit = (text) => {
  const bytes = Buffer.from(text)
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent)
}
const renamed = (record = {}, rename) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]))

if (process.argv.includes('--version')) {
  emit(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
} else {
  const input = JSON.parse(readFileSync(0, 'utf8'))
  const base = process.argv[process.argv.indexOf('--base-path') + 1] ?? process.cwd()
  const original = new Map(
    Object.keys(input.sources).map((name) => [isAbsolute(name) ? relative(base, name) : name, name]),
  )
  const sources = renamed(input.sources, (name) => (isAbsolute(name) ? relative(base, name) : name))
  const output = JSON.parse(solc.compile(JSON.stringify({ ...input, sources })))
  const back = (name) => original.get(name) ?? name
  emit(
    JSON.stringify({
      ...output,
      sources: renamed(output.sources, back),
      contracts: renamed(output.contracts, back),
    }),
  )
}

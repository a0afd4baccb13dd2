#!/usr/bin/env node
// The compiler Foundry runs: npm's solc (WebAssembly) behind the two calls Forge makes, so that nothing is
// downloaded. Forge names files outside its root absolutely, but the imports inside them resolve to names
// relative to the base path: the sources get relative names on input (this also keeps the machine's paths out
// of the output), and back on output.
//
// Deployed code is optimised as in foundry.toml. The tests are not: optimising them took two thirds
// of the whole compilation. They contain no bytecode of `src` (dynamic_test_linking), so they test the
// optimised code.
const { readFileSync } = require('node:fs')
const { isAbsolute, relative } = require('node:path')
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads')
const solc = require('solc')

const renamed = (record = {}, rename) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [rename(name), value]))
const isTest = (name) => name.startsWith('test/')
const compile = (input) => JSON.parse(solc.compile(JSON.stringify(input)))

/** The same sources, hence the same numbers of files and nodes, with the output of some of them only. */
const selecting = (input, wanted, settings) => ({
  ...input,
  settings: {
    ...input.settings,
    ...settings,
    outputSelection: Object.fromEntries(
      Object.entries(input.settings.outputSelection).filter(([name]) => wanted(name)),
    ),
  },
})

const inAnotherThread = (input) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: input })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** A file's output comes from the compilation that was asked for it; errors of both are listed once. */
const merged = (one, other) => {
  const errors = new Map(
    [...(one.errors ?? []), ...(other.errors ?? [])].map((error) => [error.formattedMessage, error]),
  )
  return {
    sources: { ...one.sources, ...other.sources },
    contracts: { ...one.contracts, ...other.contracts },
    ...(errors.size > 0 && { errors: [...errors.values()] }),
  }
}

const compileAll = async (input) => {
  const selected = Object.entries(input.settings?.outputSelection ?? {})
    .filter(([, contracts]) => Object.values(contracts).some((outputs) => outputs.length > 0))
    .map(([name]) => name)
  const plain = { optimizer: { ...input.settings?.optimizer, enabled: false } }
  if (!selected.some(isTest)) return compile(input)
  if (selected.every(isTest)) return compile(selecting(input, isTest, plain))
  const tests = inAnotherThread(selecting(input, isTest, plain))
  const others = compile(selecting(input, (name) => !isTest(name)))
  return merged(others, await tests)
}

const main = async () => {
  if (process.argv.includes('--version')) {
    process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`)
    return
  }
  const input = JSON.parse(readFileSync(0, 'utf8'))
  const base = process.argv[process.argv.indexOf('--base-path') + 1] ?? process.cwd()
  const relativeName = (name) => (isAbsolute(name) ? relative(base, name) : name)
  const original = new Map(Object.keys(input.sources).map((name) => [relativeName(name), name]))
  const { outputSelection, ...settings } = input.settings
  const output = await compileAll({
    ...input,
    sources: renamed(input.sources, relativeName),
    settings: { ...settings, outputSelection: renamed(outputSelection, relativeName) },
  })
  const back = (name) => original.get(name) ?? name
  process.stdout.write(
    JSON.stringify({
      ...output,
      sources: renamed(output.sources, back),
      contracts: renamed(output.contracts, back),
    }),
  )
}

if (isMainThread) void main()
else parentPort.postMessage(compile(workerData))

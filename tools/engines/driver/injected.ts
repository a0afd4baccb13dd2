import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

const MARK = '"packages/playwright-core/src/generated/injectedScriptSource.ts"() {'

/**
 * Playwright's script that finds and checks elements in a page, from the pinned package, so that a locator
 * has the same meaning in every engine. It is not public: if an update moves it, this file fails.
 */
const playwrightInjected = (): string => {
  const require = createRequire(import.meta.url)
  const bundle = readFileSync(require.resolve('playwright-core/lib/coreBundle'), 'utf8')
  const literal = /source\d* = ('.*');\n/.exec(bundle.slice(bundle.indexOf(MARK)))?.[1]
  const source: unknown = literal && bundle.includes(MARK) ? runInNewContext(literal) : undefined
  if (typeof source !== 'string' || !source.includes('InjectedScript')) {
    throw new Error(
      'playwright-core keeps its injected script elsewhere now: see tools/engines/driver/injected.ts',
    )
  }
  return source
}

const ownScript = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), 'utf8')

/** Statements that give a page `window.ENGINES` (in-page.js). */
export const inPageSource = (engine: string): string => {
  const options = {
    isUnderTest: false,
    sdkLanguage: 'javascript',
    frameSeq: 0,
    testIdAttributeName: 'data-testid',
    stableRafCount: 1,
    browserName: engine,
    shouldPrependErrorPrefix: false,
    isUtilityWorld: false,
    customEngines: [],
  }
  return `
    const module = {};
    ${playwrightInjected()}
    const INJECTED = new (module.exports.InjectedScript())(globalThis, ${JSON.stringify(options)});
    ${['in-page-layout', 'in-page-press', 'in-page'].map(ownScript).join('\n')}
  `
}

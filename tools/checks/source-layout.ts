/**
 * How a source folder is laid out: how many files a folder holds, and that none of them is there for tests
 * alone.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A folder with more files than this, its tests counted, needs sub-folders. */
export const FLAT_FILES_MAX = 30

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** All files below `root`, by paths relative to it. */
export const filesBelow = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ''))

/** Folders of `files` that hold more than `FLAT_FILES_MAX` of them, with the number: `modules/mining: 46`. */
export const flatFolders = (files: readonly string[]): string[] =>
  [...Map.groupBy(files, dirname)]
    .filter(([, flat]) => flat.length > FLAT_FILES_MAX)
    .map(([folder, flat]) => `${folder}: ${flat.length}`)

const SUPPORT_FOLDER = /(^|\/)(testing|test|tests|__tests__|fixtures|mocks|__mocks__)\//
const SUPPORT_IMPORT = /from '(vitest|fast-check|@dr\/test-kit)(\/[^']*)?'/

/** Files of `files` that serve tests and are none: by their name, their folder, or what they import. */
export const testSupport = (root: string, files: readonly string[]): string[] =>
  files.filter(
    (file) =>
      !isTest(file) &&
      (/^test-|\.fixture\./.test(basename(file)) ||
        SUPPORT_FOLDER.test(file) ||
        (/\.tsx?$/.test(file) && SUPPORT_IMPORT.test(readFileSync(join(root, file), 'utf8')))),
  )

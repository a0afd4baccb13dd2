/** Who may import whom (ARCHITECTURE.md). Each rule names the sentence it enforces. */
const MODULE_LAYERS = [
  ['parameters', 'notices', 'users', 'security', 'prices', 'ledger', 'activity', 'results', 'weeks'],
  ['vouchers'],
  ['mining', 'pod-power', 'dividends', 'nodes', 'packages', 'swap', 'withdrawal', 'game', 'claims'],
  ['accounts', 'community', 'solvency', 'operator', 'roots'],
]
const modules = 'apps/server/src/modules'
const only = (names) => `^${modules}/(${names.join('|')})/`

const layerRules = MODULE_LAYERS.map((names, layer) => ({
  name: `modules-layer-${layer}`,
  comment:
    'Modules, no cycles: users, prices, ledger < vouchers < the products < accounts, community, solvency, operator, roots.',
  severity: 'error',
  from: { path: only(names) },
  to: {
    path: only(
      MODULE_LAYERS.slice(layer + 1)
        .flat()
        .concat('nothing'),
    ),
  },
}))

/**
 * The server's floors, the lowest first: an import goes down, or stays. Tests are beside their subject and
 * start the whole.
 */
const SERVER_FLOORS = [['platform'], ['indexer', 'jobs', 'modules'], ['http'], ['bin']]
const server = 'apps/server/src'

const floorRules = SERVER_FLOORS.slice(0, -1).map((names, floor) => ({
  name: `server-floor-${floor}`,
  comment: 'Server: bin → http → modules → platform. No import goes up.',
  severity: 'error',
  from: {
    path: `^${server}/(${names.join('|')})/`,
    ...(floor === 0 ? {} : { pathNot: '\\.test\\.ts$' }),
  },
  to: {
    path: `^${server}/(${SERVER_FLOORS.slice(floor + 1)
      .flat()
      .join('|')})/`,
  },
}))

/** The app's layers, the lowest first: an import goes down, or stays; but for tests. */
const WEB_LAYERS = ['ui', 'lib', 'i18n', 'api', 'chain', 'features', 'pages', 'app']
const web = 'apps/web/src'

const webRules = WEB_LAYERS.slice(0, -1).map((name, layer) => ({
  name: `web-layer-${name}`,
  comment: `Web: ${WEB_LAYERS.join(' < ')}. No import goes up.`,
  severity: 'error',
  from: { path: `^${web}/${name}/`, pathNot: '\\.test\\.tsx?$' },
  to: { path: `^${web}/(${WEB_LAYERS.slice(layer + 1).join('|')})/` },
}))

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'protocol-is-a-leaf',
      severity: 'error',
      from: { path: '^packages/protocol/src' },
      to: { path: '^(apps|e2e|tools|contracts|packages/test-kit)/' },
    },
    {
      name: 'abis-are-leaves',
      severity: 'error',
      from: { path: '^contracts/abi' },
      to: { path: '^(apps|e2e|tools|packages)/' },
    },
    {
      name: 'web-not-server',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^(apps/server|tools/(?!checks/)|contracts/script)' },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      from: { path: '^apps/server' },
      to: { path: '^(apps/web|tools)/' },
    },
    {
      name: 'test-kit-only-from-tests',
      severity: 'error',
      from: {
        path: '^(apps|tools/(dev|crash|failover|simulation)|packages/protocol)',
        pathNot: '^apps/server/test/|(\\.test\\.tsx?|/test-[^/]*\\.ts)$',
      },
      to: { path: '^packages/test-kit' },
    },
    {
      name: 'server-never-its-test-support',
      severity: 'error',
      comment: 'apps/server/test is for tests: of the server, of tools and e2e.',
      from: { path: '^apps/server/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/test' },
    },
    {
      name: 'server-engines-know-no-product',
      severity: 'error',
      from: { path: '^apps/server/src/(indexer|jobs)', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/modules' },
    },
    {
      name: 'modules-by-their-public-api',
      severity: 'error',
      comment:
        "Another module is reached through its index.ts alone (its tables.ts too, for a foreign key's sake).",
      from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/src/modules/',
        pathNot: '^apps/server/src/modules/($1/|[^/]+/(index|tables)\\.ts$)',
      },
    },
    {
      name: 'audit-is-anyones',
      severity: 'error',
      comment: 'A stranger runs it with a node and files: protocol, ABIs and libraries alone.',
      from: { path: '^tools/audit/', pathNot: '(\\.test|/test-[^/]*)\\.ts$' },
      to: { path: '^(apps|e2e|packages/test-kit|contracts/script|tools/(?!audit/))' },
    },
    {
      name: 'exit-page-is-alone',
      severity: 'error',
      comment: 'The exit page is one small file: protocol, ABIs and libraries alone; its build is the app’s.',
      from: { path: '^apps/web/exit/', pathNot: '\\.test\\.ts$|^apps/web/exit/build\\.ts$' },
      to: { path: '^apps/web/(?!exit/)' },
    },
    ...floorRules,
    ...layerRules,
    {
      name: 'pod-power-above-dividends',
      severity: 'error',
      comment:
        'Selling POD power is above pledging it: dividends never import pod-power, nor does any other module.',
      from: {
        path: '^apps/server/src/modules/',
        pathNot: '^apps/server/src/modules/pod-power/|\\.test\\.ts$',
      },
      to: { path: '^apps/server/src/modules/pod-power/' },
    },
    {
      name: 'features-never-import-features',
      severity: 'error',
      comment: 'But for transaction, which every payment goes through, and which imports no other feature.',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1|transaction)/' },
    },
    ...webRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules|/dist/|contracts/(out|cache)|\\.css$)' },
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}

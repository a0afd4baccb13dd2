// Runs as the last script inside the page (build/boot.ts puts it there): the document is read, and from here
// on the policy refuses any other script inside it (ADR 0066).
document.head.append(
  Object.assign(document.createElement('meta'), {
    httpEquiv: 'content-security-policy',
    content: "script-src 'self'",
  }),
)

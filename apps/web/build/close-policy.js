// Last script inside the page (inserted by build/boot.ts): from here on the content security policy refuses
// other inline scripts (ADR 0066).
document.head.append(
  Object.assign(document.createElement('meta'), {
    httpEquiv: 'content-security-policy',
    content: "script-src 'self'",
  }),
)

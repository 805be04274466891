/**
 * Runs in every frame before the page's own scripts, and takes away what speaks to the network past the requests that are
 * intercepted. The closed proxy already stops all of it but WebRTC, which would send packets past any proxy. A page that
 * opens a WebSocket gets one that fails, since a missing constructor would stop its other scripts.
 */
export const LOCKDOWN = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport', 'WebTransport',
    'WebSocketStream', 'SharedWorker', 'PresentationRequest', 'RemotePlayback']) delete globalThis[name];
  if (globalThis.Navigator) for (const name of ['serviceWorker', 'sendBeacon', 'bluetooth', 'usb', 'serial', 'hid'])
    delete Navigator.prototype[name];
  if (globalThis.Window || globalThis.window) globalThis.open = () => null;
  if (globalThis.WebSocket) globalThis.WebSocket = class WebSocket extends EventTarget {
    static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
    onopen = null; onmessage = null; onerror = null; onclose = null; readyState = 0; bufferedAmount = 0; protocol = ''; extensions = '';
    constructor(url) {
      super();
      this.url = String(url);
      setTimeout(() => {
        this.readyState = 3;
        for (const event of [new Event('error'), new CloseEvent('close', { code: 1006 })]) {
          this['on' + event.type]?.(event);
          this.dispatchEvent(event);
        }
      });
    }
    send() {}
    close() { this.readyState = 3; }
  };
})();`;

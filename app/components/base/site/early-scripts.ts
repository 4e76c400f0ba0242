import { signedOutCookie } from "~/effects/people/wallet-session/signedOutCookie"
import { RELOADED } from "./page-files"

/**
 * Inline scripts of the document, which must run before any file has loaded. React writes them as text, so they avoid
 * the characters that HTML escapes; data is passed in attributes.
 */

/** Queues clicks on buttons `b` for which the expression is true. Buttons that extensions add are left alone. */
const holding = (isHeld: string) =>
  [
    "{let held=[],sent;const isSent=function(b){return sent?sent.has(b):true};",
    "addEventListener(`DOMContentLoaded`,function(){sent=new Set(document.querySelectorAll(`button`))});",
    "const hold=function(e){",
    "const b=e.target.closest?.(`button`);",
    // Signing out takes effect immediately, by a cookie, so that nobody else can continue in this browser while the
    // page hydrates or waits for a network.
    `if(b?b.value==\`sign-out\`:0)document.cookie=\`${signedOutCookie}\`;`,
    `if(b?isSent(b)?${isHeld}:0:0){`,
    "e.preventDefault();e.stopPropagation();",
    "if(!held.includes(b)){held.push(b);b.setAttribute(`aria-busy`,`true`)}}};",
    "addEventListener(`click`,hold,true);"
  ].join("")

/**
 * Queues clicks on controls that only work with scripts, until asleep.ts reports that the page is hydrated: plain
 * buttons, and forms marked `data-by-script`. Links, other forms and all native behaviour work as usual.
 */
export const HOLD_SCRIPT = [
  holding("b.matches(`[type=button],[data-by-script] *`)"),
  "window.asleep={held,isSent,release(){removeEventListener(`click`,hold,true)}}}"
].join("")

/**
 * The same for a page that hydrates immediately: nothing responds to its plain buttons until its files have loaded, nor
 * to forms or buttons marked `data-by-script="always"`. Sent natively, those would do something else or nothing, such
 * as prepare a wallet request without sending it. Queued clicks are repeated as soon as React listens to the buttons
 * (is-awake.ts), in parts that hydrate later (later.tsx) once those have.
 *
 * `gone` handles files that failed to load: without a network they are requested again when it returns, and the page
 * says so; otherwise the page reloads once (page-files.ts), and after that it works as a page without scripts. The
 * response to a form is not reloaded: the form would be sent again, or what was typed would be lost.
 */
export const HOLD_AT_ONCE_SCRIPT = [
  "{const ours=`[type=button],[data-by-script=always],[data-by-script=always] *`;",
  holding("b.matches(ours)?sleeps(b):0"),
  "const sleeps=function(b){return!Object.keys(b).some(function(k){return k.startsWith(`__react`)})};",
  "window.asleep={woke(){",
  "const all=held;held=[];",
  "if(![...document.querySelectorAll(`button`)].some(function(b){return b.matches(ours)?isSent(b)?sleeps(b):0:0}))",
  "removeEventListener(`click`,hold,true);",
  "for(const b of all)if(sleeps(b)){if(b.isConnected)held.push(b)}else{b.removeAttribute(`aria-busy`);b.click()}},",
  "gone(mayReload){",
  "if(!navigator.onLine){",
  "const p=document.createElement(`p`);p.className=`offline site-notice`;p.role=`alert`;",
  "p.textContent=`You are offline. This page begins to work when the network is back.`;document.body.append(p);",
  "addEventListener(`online`,function(){p.remove();wakePage().catch(function(){asleep.gone(mayReload)})},{once:true});",
  "return}",
  `try{const s=sessionStorage,k=\`${RELOADED}\`,v=__remixManifest.version;`,
  "if(mayReload)if(s.getItem(k)!==v){s.setItem(k,v);location.reload();return}}catch{}",
  "removeEventListener(`click`,hold,true);",
  "for(const b of held.splice(0)){b.removeAttribute(`aria-busy`);if(b.type==`submit`)b.click()}}}}}"
].join("")

/**
 * What Remix's own `<Scripts>` writes for its router (2.17: context, data stream, manifest, modules), with one
 * difference: the modules are loaded when `wakePage` is called. This script calls it itself if the element has
 * `data-at-once`: "anew" for a page that may be reloaded if its files are gone, else "as it is".
 */
export const PAGE_SCRIPT = [
  "{const{atOnce,context,manifest,routes}=document.currentScript.dataset,ids=JSON.parse(routes);",
  "window.__remixContext=JSON.parse(context);",
  "__remixContext.stream=new ReadableStream({start(c){__remixContext.streamController=c}})",
  ".pipeThrough(new TextEncoderStream());",
  "window.__remixManifest=JSON.parse(manifest);",
  "window.wakePage=function(){",
  "return Promise.all(ids.map(function(id){return import(__remixManifest.routes[id].module)}))",
  ".then(function(all){",
  "window.__remixRouteModules=Object.fromEntries(ids.map(function(id,n){return[id,all[n]]}));",
  "return import(__remixManifest.entry.module)})};",
  "if(atOnce)wakePage().catch(function(){asleep.gone(atOnce==`anew`)})}"
].join("")

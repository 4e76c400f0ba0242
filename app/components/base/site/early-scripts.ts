import { signedOutCookie } from "~/effects/people/wallet-session/signedOutCookie"
import { RELOADED } from "./page-files"

/**
 * What stands in the document itself, since it must run before any file has come. React writes it as text, so it is free
 * of the characters that HTML escapes; data comes in attributes.
 */

/** Keeps presses of those buttons `b` for which the expression is true. Buttons that others put into the page are theirs. */
const holding = (isHeld: string) =>
  [
    "{let held=[],sent;const isSent=function(b){return sent?sent.has(b):true};",
    "addEventListener(`DOMContentLoaded`,function(){sent=new Set(document.querySelectorAll(`button`))});",
    "const hold=function(e){",
    "const b=e.target.closest?.(`button`);",
    // Nobody else may go on in this browser while the page wakes, or waits for a network.
    `if(b?b.value==\`sign-out\`:0)document.cookie=\`${signedOutCookie}\`;`,
    `if(b?isSent(b)?${isHeld}:0:0){`,
    "e.preventDefault();e.stopPropagation();",
    "if(!held.includes(b)){held.push(b);b.setAttribute(`aria-busy`,`true`)}}};",
    "addEventListener(`click`,hold,true);"
  ].join("")

/**
 * Holds presses of what only scripts make work, until asleep.ts says that the page listens: plain buttons, and forms that
 * name themselves by `data-by-script`. Links, other forms and everything else the browser does by itself go on.
 */
export const HOLD_SCRIPT = [
  holding("b.matches(`[type=button],[data-by-script] *`)"),
  "window.asleep={held,isSent,release(){removeEventListener(`click`,hold,true)}}}"
].join("")

/**
 * The same for a page that wakes at once, whose plain buttons nothing answers until its files have come, nor what says
 * `data-by-script="always"`, a form or a button of one: sent by the browser, it would do something else or nothing, say
 * prepare what the wallet is to be asked and not ask it. They are pressed again as soon as React listens to them
 * (is-awake.ts), in parts that wake later (later.tsx) once these have.
 *
 * `gone` is for files that did not come: without a network they are asked for again when there is one, and the page says
 * so; else the page comes anew, once (page-files.ts), and then it is a page without scripts. An answer to a form does not
 * come anew: the form would be sent again, or what was typed be lost.
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
 * What Remix's own `<Scripts>` leaves for its router (2.17: context, data stream, manifest, modules), with one difference:
 * the modules come when `wakePage` is called, which this does itself where the element says `data-at-once`: "anew" of a page
 * that may be loaded again where its files are gone, else "as it is".
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

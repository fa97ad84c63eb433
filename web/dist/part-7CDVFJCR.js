import{a as O}from"/assets/part-MXSAL3BA.js";import{b as A}from"/assets/part-RMRBNFZW.js";import{a as $}from"/assets/part-4ISM3UTZ.js";import"/assets/part-FQPY4TUO.js";import{a as M}from"/assets/part-HJMLUOTM.js";import{a as N}from"/assets/part-YCJPUEAM.js";import{a as L}from"/assets/part-6XIRL6X3.js";import{b as P,j}from"/assets/part-WARSN346.js";import{Ba as v,E as p,Ea as S,F as k,G as w,I as f,Ia as T,J as h,V as y,Y as g,Z as s,a as d,ba as a,d as m,ka as W,n as c,ra as b,s as u,sa as r,ya as x,za as _}from"/assets/part-IBNAWBN2.js";var H=2*j.MINUTE;function I(t){if(t.draining)return"draining";let o=P(t.last_seen);return o!==null&&c.value-o<H?"online":"silent"}function R(t){return t.worker_id.startsWith("@belfry")?`the server itself (${t.worker_id})`:t.worker_id}function q(t){let o=y(`workers ${p.value}`,()=>u("workers",w()),{everyMs:5e3}),[n,C]=m(null),l=o.data.value?.data??[];return T("worker",n?[n]:[],n?.worker_id??""),N(h("POST workers/{id}/drain")?[{keys:"p",title:"Drain or resume the worker",run:()=>{let i=n&&W("worker",n)[0];n&&i&&b(i,[n])}}]:[]),r(d,{children:[r(x,{title:"Workers",sub:o.data.value?`${a(l.length,"worker")}, ${a(l.reduce((i,e)=>i+e.running,0),"run")} under way`:"Who carries work out."}),r(v,{of:o,rows:5,children:i=>i.data.length?r(M,{label:"Workers",rows:g(i.data),id:e=>`${e.tenant_id??""} ${e.worker_id}`,onActive:C,columns:[{id:"name",title:"Worker",cell:e=>r("span",{class:"two",children:[r("b",{children:s(R(e))}),r("small",{children:e.hostname?s(e.hostname):"no host name"})]})},...k.value?[{id:"tenant",title:"Tenant",width:"110px",hide:"medium",cell:e=>r(S,{id:e.tenant_id??"–"})}]:[],{id:"state",title:"State",width:"120px",narrow:"104px",cell:e=>r("span",{title:e.reason??"",children:r($,{of:I(e)})})},{id:"types",title:"Takes",hide:"medium",cell:e=>r("span",{title:e.types.join(", "),children:[e.types.length?s(e.types.join(", ")):"every type",e.queues.length>0&&r("small",{children:[" from ",s(e.queues.join(", "))]})]})},{id:"running",title:"Holds",width:"80px",isNumber:!0,cell:e=>e.running?r("a",{href:f("/executions",{worker:e.worker_id,state:"RUNNING"}),children:e.running}):0},{id:"waiting",title:"Waiting calls",width:"112px",isNumber:!0,hide:"narrow",cell:e=>e.waiting_calls},{id:"seen",title:"Last seen",width:"170px",narrow:"84px",cell:e=>r(L,{at:e.last_seen})},{id:"menu",title:"Actions",width:"48px",isTitleHidden:!0,cell:e=>r(A,{kind:"worker",subject:e,label:`Actions of ${e.worker_id}`})}]}):r(F,{})})]})}var E={Shell:"belfry worker --exec 'mail.send=./send-mail.sh' --concurrency 4",Python:`from belfry import Worker

worker = Worker(concurrency=4)

@worker.handler("mail.send")
def send_mail(context):
    return {"sent": context.payload["to"]}

worker.run()`,JavaScript:`import { Worker } from "belfry";

const worker = new Worker({ concurrency: 4 });

worker.handle("mail.send", async (context) =>
  ({ sent: context.payload.to }));

await worker.run();`};function F(){return r(_,{title:"No worker has asked for work yet",aside:"start one",children:r("ol",{class:"steps",children:Object.entries(E).map(([t,o])=>r("li",{children:[r("h3",{children:t}),r(O,{text:o,label:`a worker in ${t}`})]},t))})})}export{q as default};

import{V as n,s as e}from"/assets/part-4S274PA5.js";var t=500;function g(){return n("tenants",()=>e("tenants",{limit:t}),{everyMs:3e4})}export{g as a};

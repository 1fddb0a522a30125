package lower_test
import ("testing";"os";"path/filepath";"fmt";"strings";"time";"sort";"io/fs";"github.com/parlens/parlens/analysis/fortran";"github.com/parlens/parlens/analysis/fortran/lower";"github.com/parlens/parlens/analysis/source")
func TestZZ(t *testing.T){
 root:=os.Getenv("ZZ"); if root=="" {t.Skip()}
 files:=0; kinds:=map[string]int{}; ex:=map[string][]string{}; slow:=time.Duration(0); slowf:=""; total:=time.Duration(0)
 filepath.WalkDir(root,func(p string,d fs.DirEntry,err error) error{ if d.IsDir(){return nil}; e:=strings.ToLower(filepath.Ext(p)); if e!=".f"&&e!=".f90"{return nil}
  b,err:=os.ReadFile(p); if err!=nil {return nil}; files++; txt:=source.NewText(string(b)); f:=fortran.Parse(txt,fortran.FormOf(p)); s:=time.Now(); l:=lower.Lower(f); el:=time.Since(s); total+=el; if el>slow {slow=el;slowf=p}
  for _,d:=range l.Diagnostics{ k:=d.Code; kinds[k]++; if len(ex[k])<12 {ex[k]=append(ex[k],fmt.Sprintf("%s:%d %q %s",p,txt.LineOf(d.Span.Start),txt.Line(txt.LineOf(d.Span.Start)),d.Message))}}
  return nil})
 fmt.Println("files",files,"time",total,"slowest",slow,slowf)
 var ks []string; for k:=range kinds{ks=append(ks,k)}; sort.Slice(ks,func(i,j int)bool{return kinds[ks[i]]>kinds[ks[j]]})
 for i,k:=range ks{ if i>40{break}; fmt.Println(kinds[k],k); for _,e:=range ex[k]{fmt.Println("      ",e)}}
}

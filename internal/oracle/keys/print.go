package keys

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
)

// printed writes plain data with all that it points to; formulas are asked for.
func printed(v any) string {
	var out strings.Builder
	write(&out, reflect.ValueOf(v), 0)
	return out.String()
}

// deepest bounds data that comes back to itself.
const deepest = 60

func write(out *strings.Builder, v reflect.Value, depth int) {
	switch {
	case depth > deepest:
		out.WriteString("...")
		return
	case v.IsValid() && v.CanInterface():
		if err, is := v.Interface().(error); is && err != nil {
			out.WriteString(err.Error())
			return
		}
	}
	switch v.Kind() {
	case reflect.Invalid:
		out.WriteString("-")
	case reflect.Pointer, reflect.Interface:
		write(out, v.Elem(), depth+1)
	case reflect.Func:
		writeFunc(out, v)
	case reflect.Slice, reflect.Array:
		out.WriteByte('[')
		for i := range v.Len() {
			write(out, v.Index(i), depth+1)
			out.WriteByte(' ')
		}
		out.WriteByte(']')
	case reflect.Map:
		var all []string
		for _, k := range v.MapKeys() {
			var one strings.Builder
			write(&one, k, depth+1)
			one.WriteByte(':')
			write(&one, v.MapIndex(k), depth+1)
			all = append(all, one.String())
		}
		sort.Strings(all)
		fmt.Fprint(out, all)
	case reflect.Struct:
		out.WriteByte('{')
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.WriteString(v.Type().Field(i).Name + ":")
				write(out, v.Field(i), depth+1)
				out.WriteByte(' ')
			}
		}
		out.WriteByte('}')
	default:
		fmt.Fprint(out, v)
	}
}

// writeFunc writes what a function without parameters returns, if that is a text.
func writeFunc(out *strings.Builder, v reflect.Value) {
	t := v.Type()
	if v.IsNil() || t.NumIn() > 0 || t.NumOut() != 1 || t.Out(0).Kind() != reflect.String {
		out.WriteString("f")
		return
	}
	out.WriteString(v.Call(nil)[0].String())
}
